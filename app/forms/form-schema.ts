import { z } from "zod";

/**
 * Parses typed text with `schema` and uses its messages: for a union, the form library would show the first branch's.
 */
export function typedAs<Output>(schema: z.ZodType<Output>) {
  return z.string().transform((text, context): Output => {
    const parsed = schema.safeParse(text);
    if (parsed.success) return parsed.data;
    context.issues.push({ code: "custom", message: parsed.error.issues[0]?.message ?? "", input: text });
    return z.NEVER;
  });
}
