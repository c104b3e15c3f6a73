import { useId, useRef, useState } from "react";
import { useWaitingInput } from "#app/forms/restored-input.tsx";
import { Badge } from "#app/ui/badge.tsx";
import { Button } from "#app/ui/button.tsx";
import { joinClasses } from "#app/ui/join-classes.ts";
import { Moment } from "#app/ui/moment.tsx";
import { Stars } from "#app/ui/stars.tsx";
import textStyles from "#app/ui/text.module.css";
import { AnswerForm } from "./answer-form.tsx";
import type { ModeratedReview } from "./contract.ts";
import { reasonWords } from "./facts.ts";
import styles from "./review-card.module.css";

type ReviewCardProps = {
  review: ModeratedReview;
  onHide: () => void;
  onShow: () => Promise<void>;
  onChanged: (review: ModeratedReview) => void;
};

/** A review as admins see it, with what they can do to it. */
export function ReviewCard({ review, onHide, onShow, onChanged }: ReviewCardProps) {
  const { name, email, answer, hidden } = review;
  const [isAnswering, setAnswering] = useState(false);
  useWaitingInput(review._id, setAnswering);
  const [isBusy, setBusy] = useState(false);
  const answerButton = useRef<HTMLButtonElement>(null);
  const formId = useId();

  function closeAnswer() {
    setAnswering(false);
    // The form above the button is about to disappear: scrolling to where the button is now would lose the reader's
    // place.
    answerButton.current?.focus({ preventScroll: true });
  }

  async function show() {
    setBusy(true);
    await onShow();
    setBusy(false);
  }

  return (
    <li className={styles.card} data-hidden={hidden ? "" : undefined}>
      <div className={styles.head}>
        <Stars count={review.ratings} />
        <Badge tone={hidden ? "out" : answer ? "ok" : "wait"}>
          {hidden ? "Hidden" : answer ? "Answered" : "Shown"}
        </Badge>
        <span className={joinClasses(textStyles.small, textStyles.soft, textStyles.num, styles.when)}>
          <Moment at={review.createdAt} dayOnly />
        </span>
      </div>
      <blockquote className={styles.words}>{review.review}</blockquote>
      <p className={styles.writer}>
        <b>{name}</b>
        {email && <span className={joinClasses(textStyles.small, textStyles.soft)}>{email}</span>}
      </p>
      {answer && !isAnswering && <Said by="Our answer" action={answer} words={answer.text} />}
      {hidden && (
        <Said by="Hidden" action={hidden} words={hidden.note} reason={reasonWords[hidden.reason]} isInternal />
      )}
      {isAnswering && !hidden && (
        <AnswerForm
          id={formId}
          review={review}
          onClose={closeAnswer}
          onAnswered={(changed) => {
            onChanged(changed);
            closeAnswer();
          }}
        />
      )}
      <div className={styles.actions} data-unprinted>
        {!hidden && (
          <Button
            key="answer"
            ref={answerButton}
            kind="text"
            size="small"
            aria-expanded={isAnswering}
            aria-controls={isAnswering ? formId : undefined}
            aria-label={answer ? `Change the answer to ${name}` : `Answer ${name}`}
            onClick={() => (isAnswering ? closeAnswer() : setAnswering(true))}
          >
            {answer ? "Change the answer" : "Answer"}
          </Button>
        )}
        <Button
          key="hide"
          kind="text"
          size="small"
          busy={isBusy}
          aria-label={hidden ? `Show the review of ${name} again` : `Hide the review of ${name}`}
          onClick={() => (hidden ? void show() : onHide())}
        >
          {hidden ? "Show it again" : "Hide…"}
        </Button>
      </div>
    </li>
  );
}

type SaidProps = {
  by: string;
  action: { at: string; by: string | null };
  words: string;
  reason?: string;
  isInternal?: boolean;
};

function Said({ by, action, words, reason, isInternal }: SaidProps) {
  return (
    <div className={styles.said} data-reader={isInternal ? "internal" : undefined}>
      <p className={textStyles.label}>
        {by} <Moment at={action.at} dayOnly />
        {action.by && ` by ${action.by}`}
      </p>
      {reason && <p>{reason}</p>}
      <p className={styles.text}>{words}</p>
    </div>
  );
}
