import { useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import { LoadError } from "#app/client/load-error.tsx";
import { protectedLoader } from "#app/client/protected.ts";
import { pageTitle } from "#app/content/brand.ts";
import { formatPieces } from "#app/contract/money.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { Crumb } from "#app/ui/crumb.tsx";
import { FormError } from "#app/ui/form-error.tsx";
import { Hour } from "#app/ui/moment.tsx";
import { PageHead } from "#app/ui/page-head.tsx";
import { EmptyState } from "#app/ui/states.tsx";
import textStyles from "#app/ui/text.module.css";
import type { Route } from "./+types/import.page.ts";
import type { Applied, Report } from "./contract.ts";
import styles from "./import.page.module.css";
import { ImportColumns } from "./import-columns.tsx";
import { ImportDrop } from "./import-drop.tsx";
import { describeUnapplied, describeUnchecked } from "./import-failures.ts";
import { ImportPast } from "./import-past.tsx";
import { ImportProgress } from "./import-progress.tsx";
import { ImportReport } from "./import-report.tsx";
import { applyReport, askForReport, type Progress, type Reading } from "./send-file.ts";

export const loader = protectedLoader("admin", async ({ callApi }) => {
  const { data } = await callApi("GET /catalogueImports");
  return { past: data };
});

export const handle = { name: "Import items" };

export const meta: Route.MetaFunction = () => [{ title: pageTitle(handle.name) }];

type Step =
  | { name: "choose" }
  | { name: "checking" | "applying"; file: File; progress: Progress | undefined; stop: () => void }
  | { name: "report"; file: File; reading: Reading; report: Report; at: Date }
  | { name: "done"; file: File; applied: Applied };

/** Takes a file of items, shows what it would change, and applies it completely or not at all. */
export default function ImportPage({ loaderData: { past } }: Route.ComponentProps) {
  const [step, setStep] = useState<Step>({ name: "choose" });
  const [problem, setProblem] = useState<string>();
  const heading = useRef<HTMLHeadingElement>(null);
  const stopping = useRef<AbortController>(undefined);
  const shown = useRef(step.name);
  // For those who cannot see it, each step is a page of its own.
  useEffect(() => {
    if (shown.current !== step.name) heading.current?.focus();
    shown.current = step.name;
  }, [step.name]);
  useEffect(() => () => stopping.current?.abort(), []);

  /** Sends the file, and shows how far it is. */
  async function run<Result>(
    name: "checking" | "applying",
    file: File,
    work: (sending: { hear: (progress: Progress) => void; signal: AbortSignal }) => Promise<Result>,
  ): Promise<Result> {
    const controller = new AbortController();
    stopping.current = controller;
    const show = (progress?: Progress) => setStep({ name, file, progress, stop: () => controller.abort() });
    show();
    return work({ hear: show, signal: controller.signal });
  }

  /** `said` is why it is checked again: it is shown above the report, or on its own if there is none. */
  async function check(file: File, reading: Reading = {}, said?: { above: string; alone?: string | undefined }) {
    setProblem(said?.above);
    try {
      const report = await run("checking", file, (sending) => askForReport(file, reading, sending));
      setStep({ name: "report", file, reading, report, at: new Date() });
    } catch (error) {
      if (!stopping.current?.signal.aborted) setProblem(said?.alone ?? describeUnchecked(file.name, error));
      else if (said?.alone) setProblem(said.alone);
      setStep({ name: "choose" });
    }
  }

  async function apply(file: File, reading: Reading, token: string) {
    setProblem(undefined);
    try {
      const applied = await run("applying", file, (sending) => applyReport(file, { ...reading, token }, sending));
      setStep({ name: "done", file, applied });
    } catch (error) {
      const isStopped = stopping.current?.signal.aborted;
      return check(file, reading, isStopped ? { above: "Stopped." } : describeUnapplied(file.name, error));
    }
  }

  return (
    <>
      <Crumb>
        <Link to="/dashboard/manageproducts">All Items</Link>
      </Crumb>
      <PageHead>
        <div className={styles.head}>
          <h1 ref={heading} tabIndex={-1}>
            {handle.name}
          </h1>
          <p className={textStyles.soft}>{describeStep(step)}</p>
        </div>
      </PageHead>
      {problem && (
        <div className={styles.problem}>
          <FormError>{problem}</FormError>
        </div>
      )}
      {step.name === "choose" && (
        <>
          <ImportDrop onFile={(file) => void check(file)} />
          <ImportColumns />
          <ImportPast past={past} />
        </>
      )}
      {(step.name === "checking" || step.name === "applying") && (
        <ImportProgress {...step} isApplying={step.name === "applying"} />
      )}
      {step.name === "report" && (
        <ImportReport
          report={step.report}
          file={step.file}
          onFile={(file) => void check(file)}
          onRead={(reading) => void check(step.file, { ...step.reading, ...reading })}
          onApply={(token) => void apply(step.file, step.reading, token)}
        />
      )}
      {step.name === "done" && <Done applied={step.applied} />}
    </>
  );
}

function describeStep(step: Step) {
  if (step.name === "choose") return "Add and change many items at once, from a spreadsheet.";
  const rows = "report" in step ? `, ${formatPieces(step.report.rows)} ${step.report.rows === 1 ? "row" : "rows"}` : "";
  return (
    <>
      <b>{step.file.name}</b>
      {rows}
      {"at" in step && (
        <>
          , read at <Hour at={step.at.toISOString()} />. Nothing is changed yet.
        </>
      )}
    </>
  );
}

function Done({ applied: { added, changed, unchanged } }: { applied: Applied }) {
  return (
    <EmptyState
      title={`${formatPieces(added + changed)} ${added + changed === 1 ? "item" : "items"} applied`}
      text={`${formatPieces(added)} added, ${formatPieces(changed)} changed, ${formatPieces(unchanged)} left as they were. The record has it.`}
      action={
        <span className={styles.moves}>
          <ButtonLink to="/dashboard/manageproducts" kind="line">
            All Items
          </ButtonLink>
          <ButtonLink to="/dashboard/record" kind="text">
            See it in the record
          </ButtonLink>
        </span>
      }
    />
  );
}

export function ErrorBoundary() {
  return <LoadError title="The earlier imports did not load" />;
}
