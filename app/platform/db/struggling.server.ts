import { sqlState } from "./client.server.ts";

// PostgreSQL, appendix A: locks and statements that took too long; deadlocks, serialization failures and a commit that
// no second server confirmed; a lack of connections, memory, space or a working disk; shutdown, recovery and the
// read-only moment of a failover.
const struggling = new Set([
  ...["55P03", "57014", "25P03", "40001", "40003", "40P01"],
  ...["53100", "53200", "53300", "58030"],
  ...["57P01", "57P02", "57P03", "25006"],
]);
// Sockets and host names that cannot be reached.
const lostSocket = /^(ECONN|EPIPE|ENOENT|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EAI_AGAIN|08)/;

/** Whether the database failed only temporarily: the same request may succeed a little later. */
export function isStruggling(error: unknown): boolean {
  const code = sqlState(error);
  if (code) return struggling.has(code) || lostSocket.test(code);
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return cause instanceof Error && /timeout|Connection terminated|not queryable/i.test(cause.message);
}
