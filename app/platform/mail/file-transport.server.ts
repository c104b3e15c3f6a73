import { mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type MailTransport, noForeignContent, type OutgoingMail, type Sender, toMessage } from "./message.server.ts";
import { createWhenNeeded } from "./nodemailer.server.ts";

/** Writes each mail to a file in `folder` as an RFC 5322 message instead of sending it. */
export function openFileTransport({ folder, ...sender }: Sender & { folder: string }): MailTransport {
  const transport = createWhenNeeded(({ createTransport }) =>
    createTransport({ ...noForeignContent, streamTransport: true, buffer: true, newline: "\r\n" }),
  );
  return {
    async deliver(mail) {
      const { message } = await (await transport()).sendMail(toMessage(mail, sender));
      if (!Buffer.isBuffer(message)) throw new Error("the message was not buffered");
      const path = join(folder, fileName(mail));
      const write = () => writeFile(`${path}.part`, message, { mode: 0o600 });
      // Only the first mail has to create the folder.
      await write().catch(async () => {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        await write();
      });
      await rename(`${path}.part`, path);
    },
    close: () => {},
  };
}

/** Sorts by time. A second attempt gets the same name and so replaces the first. */
function fileName({ id, causedAt }: OutgoingMail): string {
  return `${causedAt.toISOString().replaceAll(/[:.]/g, "-")}-${id}.eml`;
}
