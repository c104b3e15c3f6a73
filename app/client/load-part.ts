import { ApiProblem } from "./api.ts";

/**
 * Waits for a part of a page that loads when it is needed. It may be gone, because a new release has different scripts.
 * @throws ApiProblem in words for the form
 */
export function loadPart<Part>(part: Promise<Part>): Promise<Part> {
  return part.catch(() => {
    const detail = "A part of this page did not load. Please reload the page and try again.";
    throw new ApiProblem({ status: 0, code: "part-missing", detail });
  });
}
