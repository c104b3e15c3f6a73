import { expect, it } from "vitest";
import { ApiProblem } from "./api.ts";
import { answerProofs, type Question, withProof } from "./proof.ts";

/** What the shop refuses until the person has proved who they are. */
function guarded() {
  let isProved = false;
  const action = async (done: string) => {
    if (isProved) return done;
    throw new ApiProblem({ status: 403, code: "proof-needed", detail: "Please confirm that it is you." });
  };
  return { action, prove: () => (isProved = true) };
}

it("one proof answers all acts that wait for it", async () => {
  const { action, prove } = guarded();
  const questions: Question[] = [];
  const stop = answerProofs((question) => question && questions.push(question));
  const actions = [withProof(() => action("first")), withProof(() => action("second"))];
  await expect.poll(() => questions.length).toBeGreaterThan(0);
  prove();
  questions.at(-1)?.proved();
  expect(await Promise.all(actions)).toEqual(["first", "second"]);
  expect(questions).toHaveLength(1);
  stop();
});

it("a question that was left unanswered on another page is asked again", async () => {
  const { action, prove } = guarded();
  const leave = answerProofs(() => undefined);
  void withProof(() => action("before"));
  await Promise.resolve();
  leave();
  let question: Question | undefined;
  const stop = answerProofs((one) => (question = one));
  const now = withProof(() => action("now"));
  await expect.poll(() => question).toBeDefined();
  prove();
  question?.proved();
  expect(await now).toBe("now");
  stop();
});
