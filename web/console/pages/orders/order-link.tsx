/** An order's number as a link to the order. */

import { Anchor } from '@mantine/core';
import { Link } from 'react-router';

export function OrderLink({ orderNo }: { readonly orderNo: string }) {
  return (
    <Anchor component={Link} to={`/orders/${encodeURIComponent(orderNo)}`} className="number" size="sm">
      {orderNo}
    </Anchor>
  );
}
