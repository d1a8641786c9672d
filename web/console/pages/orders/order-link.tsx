/** An order's masked number as a link to the order. */

import { Anchor } from '@mantine/core';
import { Link } from 'react-router';

interface OrderLinkProps {
  readonly id: number;
  readonly orderNo: string;
}

export function OrderLink({ id, orderNo }: OrderLinkProps) {
  return (
    <Anchor component={Link} to={`/orders/${id}`} className="number" size="sm">
      {orderNo}
    </Anchor>
  );
}
