/** Says that a mail was sent, or that it comes later because many were asked for. */
export function describeMailed(sent: string, inMinutes: number | undefined): string {
  if (!inMinutes) return sent;
  return `Many mails were asked for, so yours comes later: within ${inMinutes === 1 ? "a minute" : `${inMinutes} minutes`}.`;
}
