import { type MailTransport, noForeignContent, type Sender, toMessage, Undeliverable } from "./message.server.ts";
import { createWhenNeeded } from "./nodemailer.server.ts";

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;

/**
 * How long a server may be silent. Its last answer may take minutes (RFC 5321, 4.5.3.2.6); a client that leaves earlier
 * sends an accepted mail twice.
 */
const patience = {
  connectionTimeout: 10 * SECOND_MS,
  greetingTimeout: 10 * SECOND_MS,
  socketTimeout: 5 * MINUTE_MS,
  total: 10 * MINUTE_MS,
};

type Options = Sender & { url: string; demo: boolean; connections: number; patience?: Partial<typeof patience> };

/** Sends over SMTP, through a few connections that stay open. */
export function openSmtpTransport({ url, demo, connections, patience: other, ...sender }: Options): MailTransport {
  const { total, ...timeouts } = { ...patience, ...other };
  const transport = createWhenNeeded(({ createTransport }) =>
    createTransport({
      ...toServer(url, demo),
      ...timeouts,
      ...noForeignContent,
      pool: true,
      maxConnections: connections,
      // Only the queue decides on retries. The pool would also retry after a lost answer, and send the mail twice.
      maxRequeues: 0,
    }),
  );
  return {
    async deliver(mail, signal) {
      const deadline = AbortSignal.any([signal, AbortSignal.timeout(total)]);
      try {
        await (await transport()).sendMail({ ...toMessage(mail, sender), signal: deadline });
      } catch (error) {
        throw isFinal(error) ? new Undeliverable(error.message, { cause: error }) : error;
      }
    },
    // Created even if no mail was sent: a later one has to fail, too.
    close: () =>
      void transport().then(
        (made) => made.close({ force: true }),
        () => {},
      ),
  };
}

function toServer(url: string, demo: boolean) {
  const { protocol, hostname, port, username, password } = new URL(url);
  const secure = protocol === "smtps:";
  const loopback = hostname === "localhost" || hostname === "[::1]" || hostname.startsWith("127.");
  return {
    host: hostname.replace(/^\[(.*)\]$/, "$1"),
    port: Number(port) || (secure ? 465 : 587),
    secure,
    requireTLS: !loopback && !demo,
    ignoreTLS: loopback,
    ...(username ? { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } } : {}),
  };
}

const aboutThisMail = ["MAIL FROM", "RCPT TO", "DATA"];

/**
 * A 5xx answer to this mail's own commands. After the greeting or the password it concerns the shop, and may be fixed
 * within the day.
 */
function isFinal(error: unknown): error is Error {
  if (!(error instanceof Error)) return false;
  const { responseCode, command } = error as Error & { responseCode?: number; command?: string };
  return responseCode !== undefined && responseCode >= 500 && aboutThisMail.includes(command ?? "");
}
