/** The first stop of the keyboard: past the header, to what the page is about. */
export function SkipLink() {
  return (
    <a data-unprinted className="skip" href="#main">
      Skip to content
    </a>
  );
}
