/**
 * The reason of a refund that every provider gets. The words of operators and customers stay in the service: they can
 * name a person, and providers limit the length and the characters of the text and show it to the customer. It never
 * changes, because some providers refuse a repeated request that differs from the first.
 */
export const refundReason = '订单退款 / Order refund';
