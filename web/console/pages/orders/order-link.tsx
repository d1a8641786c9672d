/** An order's number, which leads to it. */

import { Anchor } from '@mantine/core';
import { Link } from 'react-router';

export function OrderLink({ orderNo }: { readonly orderNo: string }) {
  return (
    <Anchor component={Link} to={`/orders/${encodeURIComponent(orderNo)}`} className="number" size="sm">
      {orderNo}
    </Anchor>
  );
}
