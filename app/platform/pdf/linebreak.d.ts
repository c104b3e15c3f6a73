// The package has no types. These cover what the text uses.
declare module "linebreak" {
  class LineBreaker {
    constructor(text: string);
    /** The next place where a line may end, or null after the last. */
    nextBreak(): { position: number; required?: boolean } | null;
  }

  export = LineBreaker;
}
