type Nodemailer = typeof import("nodemailer");

/** Loads nodemailer with the first mail, and only then creates the transport (docs/decisions/093). */
export function createWhenNeeded<Transport>(create: (nodemailer: Nodemailer) => Transport): () => Promise<Transport> {
  let created: Promise<Transport> | undefined;
  return () => {
    created ??= import("nodemailer").then(create);
    return created;
  };
}
