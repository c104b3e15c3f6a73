import { z } from "zod";

/**
 * Understands typed text as `schema` does, and speaks with its words: of a union the form library would show what the
 * first branch says.
 */
export function typedAs<Output>(schema: z.ZodType<Output>) {
  return z.string().transform((text, context): Output => {
    const parsed = schema.safeParse(text);
    if (parsed.success) return parsed.data;
    context.issues.push({ code: "custom", message: parsed.error.issues[0]?.message ?? "", input: text });
    return z.NEVER;
  });
}
