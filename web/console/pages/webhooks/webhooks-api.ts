/** Calls about webhook endpoints and their deliveries. */

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { refetchAfterChange } from '../../../shared/api/query-client.ts';
import { get, post, remove } from '../../api/call.ts';
import type {
  EndpointWithSecret,
  WebhookDeliveries,
  WebhookEndpoint,
  WebhookEndpoints,
} from '../../api/types.ts';
import { usePagedList } from '../../hooks/use-paged-list.ts';

const path = 'webhook_endpoints';
const everyMs = 10_000;

export function useEndpoints() {
  return useQuery({
    queryKey: [path],
    queryFn: ({ signal }) => get<WebhookEndpoints>(path, {}, signal),
    refetchInterval: everyMs,
  });
}

export function useDeliveries(id: number) {
  return usePagedList<WebhookDeliveries>({
    key: [path, id, 'deliveries'],
    everyMs,
    fetchPage: (before, signal) =>
      get<WebhookDeliveries>(`${path}/${id}/deliveries`, { before, limit: 20 }, signal),
  });
}

export interface EndpointTarget {
  readonly url: string;
  readonly events: readonly string[];
}

export const endpointCalls = {
  add: (target: EndpointTarget) => post<EndpointWithSecret>(path, { ...target }),
  /** @param version of the endpoint when the operator began to edit it. */
  change: (id: number, version: string, target: EndpointTarget) =>
    post<WebhookEndpoint>(`${path}/${id}`, { ...target, version }),
  rotate: (id: number) => post<EndpointWithSecret>(`${path}/${id}/rotate`),
  pause: (id: number) => post<WebhookEndpoint>(`${path}/${id}/pause`),
  resume: (id: number) => post<WebhookEndpoint>(`${path}/${id}/resume`),
  test: (id: number) => post<void>(`${path}/${id}/test`),
  remove: (id: number) => remove(`${path}/${id}`),
  replay: (id: number, eventId: string) =>
    post<{ events: number }>(`${path}/${id}/replay`, { event_id: eventId }),
  replayRange: (id: number, from: string, to: string, deliveredToo: boolean) =>
    post<{ events: number; more: boolean }>(`${path}/${id}/replay`, {
      from,
      to,
      delivered_too: deliveredToo,
    }),
};

/** Reads the endpoints and their deliveries again. */
export function useEndpointsChanged(): () => void {
  const client = useQueryClient();
  return () => refetchAfterChange(client, [[path]]);
}
