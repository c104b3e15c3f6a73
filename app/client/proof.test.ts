import { expect, it } from "vitest";
import { ApiProblem } from "./api.ts";
import { answerProofs, type Question, withProof } from "./proof.ts";

/** What the shop refuses until the person has proved who they are. */
function guarded() {
  let isProved = false;
  const act = async (done: string) => {
    if (isProved) return done;
    throw new ApiProblem({ status: 403, code: "proof-needed", detail: "Please confirm that it is you." });
  };
  return { act, prove: () => (isProved = true) };
}

it("one proof answers all acts that wait for it", async () => {
  const { act, prove } = guarded();
  const questions: Question[] = [];
  const stop = answerProofs((question) => question && questions.push(question));
  const acts = [withProof(() => act("first")), withProof(() => act("second"))];
  await expect.poll(() => questions.length).toBeGreaterThan(0);
  prove();
  questions.at(-1)?.proved();
  expect(await Promise.all(acts)).toEqual(["first", "second"]);
  expect(questions).toHaveLength(1);
  stop();
});

it("a question that was left unanswered on another page is asked again", async () => {
  const { act, prove } = guarded();
  const leave = answerProofs(() => undefined);
  void withProof(() => act("before"));
  await Promise.resolve();
  leave();
  let question: Question | undefined;
  const stop = answerProofs((one) => (question = one));
  const now = withProof(() => act("now"));
  await expect.poll(() => question).toBeDefined();
  prove();
  question?.proved();
  expect(await now).toBe("now");
  stop();
});
