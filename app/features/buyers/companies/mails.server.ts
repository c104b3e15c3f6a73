import { listManagers } from "#app/features/companies/queries.server.ts";
import type { Tx } from "#app/platform/db/client.server.ts";
import { enqueueMails } from "#app/platform/mail/enqueue.server.ts";
import { type EmailContext, layOut } from "#app/platform/mail/layout.server.ts";

type Named = { id: string; name: string };

/** Tells the managers of both companies, who are those of one by now, that they were merged. */
export async function mailMerged(tx: Tx, from: Named, into: Named, context: EmailContext): Promise<void> {
  const content = {
    subject: `${from.name} is part of ${into.name} now`,
    heading: `${from.name} is part of ${into.name} now`,
    paragraphs: [
      `We keep both as one company, ${into.name}: its people see each other’s orders, and orders, addresses and open approvals of ${from.name} are there.`,
    ],
    button: { label: "See people and addresses", to: "/dashboard/company" },
    finePrint: "You get this mail because you are a manager of this company. Reply to it if something is wrong.",
  };
  const managers = await listManagers(tx, into.id);
  await enqueueMails(
    tx,
    managers.map(({ name, email }) => ({
      ...layOut(content, context),
      to: { name, address: email },
      key: `merged ${from.id} ${email}`,
    })),
  );
}

/** Tells a member that staff have made them a manager. */
export async function mailNamed(
  tx: Tx,
  { name, email }: { name: string; email: string },
  company: Named & { version: string },
  context: EmailContext,
): Promise<void> {
  const content = {
    subject: `You are a manager of ${company.name} now`,
    heading: `You are a manager of ${company.name} now`,
    paragraphs: [`Hello ${name},`, "you look after people, limits and addresses of the company from now on."],
    button: { label: "See people and addresses", to: "/dashboard/company" },
    finePrint: "Reply to this mail if that is a mistake.",
  };
  const to = { name, address: email };
  await enqueueMails(tx, [{ ...layOut(content, context), to, key: `manager ${company.version} ${email}` }]);
}
