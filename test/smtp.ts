import { once } from "node:events";
import type { Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer } from "smtp-server";

/** What the server does to whoever wants to hand it a mail. */
export type SmtpMode =
  | "ok"
  | "down"
  | "silent"
  | "silent-to-first"
  | "slow"
  | "421"
  | "450"
  | "550"
  | "cut"
  | "cut-after-acceptance";

const SLOWNESS_MS = 40;

type ReceivedMail = Email & { envelope: { from: string; to: string[] }; raw: string };

/** A real mail server on a free port of this machine. It keeps what it accepted. */
export async function startSmtp() {
  const received: ReceivedMail[] = [];
  /** Message-IDs that are being handed over at this moment, and those that were so twice at once. */
  const underWay = new Set<string>();
  const clashes: string[] = [];
  const sockets = new Map<number | undefined, Socket>();
  let ignored: string | undefined;
  let mode: SmtpMode = "ok";
  let server = build();
  const port = await listenOn(server, 0);

  function build(): SMTPServer {
    const built = new SMTPServer({
      disabledCommands: ["STARTTLS", "AUTH"],
      logger: false,
      closeTimeout: 1,
      onConnect(_session, next) {
        if (mode === "421") next(refusal(421, "Too busy"));
        else if (mode !== "silent") next();
      },
      onRcptTo(_address, _session, next) {
        if (mode === "450") next(refusal(450, "Greylisted"));
        else if (mode === "550") next(refusal(550, "No such mailbox"));
        else next();
      },
      async onData(stream, { envelope, remotePort }, answer) {
        const raw = await readAll(stream);
        if (raw === undefined) return;
        const mail = await PostalMime.parse(raw);
        const id = mail.messageId ?? "";
        // One connection hangs. The mails on the others are taken.
        if (mode === "silent-to-first") ignored ??= id;
        if (mode === "silent-to-first" && ignored === id) return;
        if (underWay.has(id)) clashes.push(id);
        underWay.add(id);
        if (mode === "slow") await pause(SLOWNESS_MS);
        underWay.delete(id);
        const { mailFrom, rcptTo } = envelope;
        const to = rcptTo.map(({ address }) => address);
        if (mode !== "cut") received.push({ ...mail, raw, envelope: { from: mailFrom ? mailFrom.address : "", to } });
        if (mode.startsWith("cut")) sockets.get(remotePort)?.destroy();
        else answer();
      },
    });
    built.server.on("connection", (socket) => sockets.set(socket.remotePort, socket));
    // A cut connection is what the tests are about.
    built.on("error", () => {});
    return built;
  }

  async function close(): Promise<void> {
    for (const socket of sockets.values()) socket.destroy();
    sockets.clear();
    await new Promise<void>((resolve) => server.close(resolve));
  }

  return {
    url: `smtp://127.0.0.1:${port}`,
    port,
    received,
    clashes,
    async turn(next: SmtpMode): Promise<void> {
      if (mode === "down" && next !== "down") {
        server = build();
        await listenOn(server, port);
      }
      if (next === "down" && mode !== "down") await close();
      // Connections of before would still be served as before.
      else for (const socket of sockets.values()) socket.destroy();
      mode = next;
    },
    async stop(): Promise<void> {
      if (mode !== "down") await close();
    },
  };
}

/** Undefined when the sender left in the middle. */
async function readAll(stream: AsyncIterable<Buffer>): Promise<string | undefined> {
  const parts = await Array.fromAsync(stream).catch(() => undefined);
  return parts && Buffer.concat(parts).toString();
}

function refusal(responseCode: number, words: string): Error {
  return Object.assign(new Error(words), { responseCode });
}

async function listenOn(server: SMTPServer, port: number): Promise<number> {
  const listening = server.listen(port, "127.0.0.1");
  await once(listening, "listening");
  const address = listening.address();
  if (typeof address !== "object" || address === null) throw new Error("the mail server has no port");
  return address.port;
}
