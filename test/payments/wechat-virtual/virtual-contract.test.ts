/** The contract of every payment provider, for virtual payment with encrypted pushes in both formats. */

import { testPaymentProvider } from '../provider-contract.ts';
import { openVirtualFixture } from './virtual-fixture.ts';

for (const format of ['json', 'xml'] as const) {
  testPaymentProvider(`wechat_virtual, pushes in ${format}`, (context) =>
    openVirtualFixture(context, { format, mode: 'secure' }),
  );
}
