/** Calendar months later, as the service counts them: a day that the month lacks becomes its last. */

export function addMonths(from: Date, months: number): Date {
  const to = new Date(from);
  to.setDate(1);
  to.setMonth(to.getMonth() + months);
  const lastDay = new Date(to.getFullYear(), to.getMonth() + 1, 0).getDate();
  to.setDate(Math.min(from.getDate(), lastDay));
  return to;
}
