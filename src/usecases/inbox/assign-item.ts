/** An operator takes an item of the inbox, assigns it to another operator, or gives it up. */

import { AppError, invalidParameter } from '../../domain/errors.ts';
import { may } from '../../domain/operator-roles.ts';
import { type ActDeps, perform } from '../act.ts';
import type { OperatorCaller } from '../callers/caller.ts';
import { operatorActor } from '../callers/order-access.ts';
import { requirePermission } from '../callers/permissions.ts';
import { recordAudit } from '../callers/record-audit.ts';
import type { Deps } from '../deps.ts';
import type { InboxTopic } from '../ports/inbox-source.ts';
import { openItem } from './list-inbox.ts';

export interface Assignment {
  readonly topic: InboxTopic;
  readonly itemId: number;
  /** The name of the new owner; null: the item has no owner. */
  readonly owner: string | null;
  /** The owner that the caller saw. If another operator has changed the owner since, the call is refused. */
  readonly formerOwner: string | null;
}

/**
 * @throws AppError `forbidden`, `unknown_item` (the item does not wait), `invalid_parameters` (the new owner may not
 * work on the inbox), `illegal_transition` (another operator has taken the item).
 */
export async function assignItem(
  deps: ActDeps & Pick<Deps, 'jobs'>,
  caller: OperatorCaller,
  { topic, itemId, owner, formerOwner }: Assignment,
): Promise<void> {
  requirePermission(caller, 'inbox_work');
  if ((await openItem(deps, caller, topic, itemId)) === undefined) {
    throw new AppError('unknown_item', 'There is no such item in the inbox.', {
      reason: 'unknown_inbox_item',
    });
  }
  const cause = { actor: operatorActor(caller), requestId: caller.requestId };
  await perform(deps, cause, async (act) => {
    const { tx, clock } = act;
    if (owner !== null) {
      const operator = await tx.operators.byName(owner);
      if (operator === undefined || operator.disabledAt !== null || !may(operator.role, 'inbox_work')) {
        throw invalidParameter('owner', 'unknown_operator', 'must be an operator who may work on the inbox');
      }
    }
    await tx.inbox.lockItem(topic, itemId);
    const [stored] = await tx.inbox.owners(topic, itemId, itemId);
    const before = stored?.owner ?? null;
    if (before === owner) return;
    if (before !== formerOwner) {
      throw new AppError('illegal_transition', 'Another operator has taken this item in the meantime.', {
        reason: 'inbox_item_taken',
      });
    }
    if (owner === null) await tx.inbox.removeOwner(topic, itemId);
    else await tx.inbox.saveOwner({ topic, itemId, owner, since: clock.now() });
    await recordAudit(act, caller, {
      action: 'inbox_assigned',
      targetKind: 'inbox_item',
      targetId: `${topic} ${itemId}`,
      reason: null,
      before: { owner: before },
      after: { owner },
    });
  });
}
