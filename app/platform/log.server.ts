import pino from "pino";

export type Log = pino.Logger;

/** JSON lines on standard output; never a token, a cookie or a password. */
export function createLog(level: pino.LevelWithSilent): Log {
  return pino({
    level,
    redact: ["*.authorization", "*.cookie", "*.password", "*.token", "*.accessToken"],
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
  });
}
