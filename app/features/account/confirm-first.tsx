import textStyles from "#app/ui/text.module.css";

/** What stands in place of a way to set something up, until the person's address is confirmed. */
export function ConfirmFirst() {
  return (
    <p className={textStyles.hint}>
      Please confirm your e-mail address first. The line below the header sends the mail again.
    </p>
  );
}
