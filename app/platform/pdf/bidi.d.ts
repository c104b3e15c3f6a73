// The package has types, but not for its ES module.
declare module "bidi-js/dist/bidi.mjs" {
  import type { Bidi } from "bidi-js";

  function createBidi(): Bidi;

  export = createBidi;
}
