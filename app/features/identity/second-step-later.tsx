import { lazy, Suspense } from "react";
import { Loading } from "#app/ui/states.tsx";

const Later = lazy(async () => ({ default: (await import("./second-step.tsx")).SecondStepForm }));

/** The second step of a login, loaded by those who have one. */
export function SecondStep(props: { onBack: () => void }) {
  return (
    <Suspense fallback={<Loading />}>
      <Later {...props} />
    </Suspense>
  );
}
