/** Tells people that a mail was not sent at once, because many were asked for. */
export function sayLater(minutes: number): string {
  const wait = minutes === 1 ? "a minute" : `${minutes} minutes`;
  return `Many mails were asked for, so yours comes later: within ${wait}.`;
}
