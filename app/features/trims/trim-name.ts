/** An article's number as tags, mails and documents write it: "003". */
export function formatArticle(number: number): string {
  return String(number).padStart(3, "0");
}
