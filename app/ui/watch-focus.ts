/**
 * Call it when an action begins. The function it returns tells, when the answer has come, whether the person has gone on to
 * another control meanwhile, perhaps to type there: then the focus must stay. Whatever Tab does not stop at, such as a
 * title, has the focus only because its place was lost.
 */
export function watchFocus(): () => boolean {
  const { activeElement: had } = document;
  return () => {
    const { activeElement: has } = document;
    return has !== had && has instanceof HTMLElement && has.tabIndex >= 0;
  };
}
