import { randomUUID } from "node:crypto";
import { listAdmins } from "#app/features/identity/admins.server.ts";
import type { Tx } from "#app/platform/db/client.server.ts";
import { enqueueMails } from "#app/platform/mail/enqueue.server.ts";
import { type EmailContext, layOut } from "#app/platform/mail/layout.server.ts";

/** Tells a new admin and all others that `email` became one, and who made it so. Call it after the grant, in `tx`. */
export async function mailGrant(
  tx: Tx,
  { email, by }: { email: string; by: string },
  emailContext: EmailContext,
): Promise<void> {
  const admins = await listAdmins(tx);
  const id = randomUUID();
  const mails = admins.map((admin) => {
    const isNew = admin.email === email;
    const letter = {
      subject: isNew ? "You are an admin now" : `New admin: ${email}`,
      heading: isNew ? "You are an admin now" : "There is a new admin",
      paragraphs: [
        isNew
          ? `${by} made you an admin. You can now see and change all orders, items, buyers and profiles.`
          : `${by} made ${email} an admin, who can now see and change all orders, items, buyers and profiles.`,
      ],
      button: { label: "See all admins", to: "/dashboard/makeadmin" },
      finePrint: "If this is wrong, take the role away on the page Make Admin.",
    };
    return { ...layOut(letter, emailContext), to: { name: "", address: admin.email }, key: `grant ${id} ${admin.id}` };
  });
  await enqueueMails(tx, mails);
}
