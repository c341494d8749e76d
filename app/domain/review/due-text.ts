const days = (count: number) => (count === 1 ? "1 day" : `${count} days`);

/** When a reply is due, for a row: `1 d late`, `today`, `2 d`. @param daysLeft see `daysUntil`. */
export function dueShort(daysLeft: number, overdue: boolean): string {
  if (daysLeft === 0) return overdue ? "late today" : "today";
  return overdue ? `${-daysLeft} d late` : `${daysLeft} d`;
}

/** When a reply is due, in words. @param daysLeft calendar days; see `daysUntil`. */
export function dueText(daysLeft: number, overdue: boolean): string {
  if (overdue) return daysLeft < 0 ? `Overdue by ${days(-daysLeft)}` : "Overdue today";
  if (daysLeft === 0) return "Due today";
  return daysLeft === 1 ? "Due tomorrow" : `Due in ${days(daysLeft)}`;
}
