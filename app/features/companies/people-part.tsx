import { useState } from "react";
import { useNavigate } from "react-router";
import { useOrderDraft } from "#app/client/order-draft.ts";
import { callApi } from "#app/client/session.ts";
import { useAction } from "#app/client/use-action.ts";
import { formatTotal } from "#app/contract/money.ts";
import { Button } from "#app/ui/button.tsx";
import { ConfirmDialog } from "#app/ui/dialog.tsx";
import { SheetPart } from "#app/ui/sheet-part.tsx";
import textStyles from "#app/ui/text.module.css";
import { toast } from "#app/ui/toast.ts";
import { CompanyRow, CompanyRows } from "./company-rows.tsx";
import type { Company } from "./contract.ts";
import type { MemberRole } from "./facts.ts";
import { roleNames } from "./labels.ts";
import { MemberDialog } from "./member-dialog.tsx";
import { useCompanyChange } from "./use-company-change.ts";

type Member = Company["members"][number];

/** What a role means for orders. */
export function describeLimit({ role, orderLimit }: { role: MemberRole; orderLimit: string | null }): string {
  if (role === "viewer") return "Cannot order";
  return orderLimit === null ? "No limit" : `Up to ${formatTotal(orderLimit)}`;
}

type PeoplePartProps = { company: Company; version: string; userId: string };

/** Who belongs to the company, as what. Managers change and remove the others, and everybody may leave. */
export function PeoplePart({ company, version, userId }: PeoplePartProps) {
  const [changed, setChanged] = useState<Member>();
  const [removed, setRemoved] = useState<Member>();
  const { isBusy, run } = useAction();
  const change = useCompanyChange();
  const isManager = company.role === "manager";

  const remove = (member: Member) =>
    run(async () => {
      await change(() => callApi("DELETE /company/members/{id}", { params: { id: member._id } }));
      setRemoved(undefined);
      toast.success(`${member.name} has been removed.`);
    });

  return (
    <SheetPart title="People">
      <CompanyRows>
        {company.members.map((member) => (
          <CompanyRow
            key={member._id}
            name={
              <>
                {member.name}
                {member._id === userId && <span className={textStyles.soft}>You</span>}
              </>
            }
            sub={member.email}
            about={
              <>
                <span>{roleNames[member.role]}</span>
                <span className={textStyles.soft}>{describeLimit(member)}</span>
              </>
            }
            actions={
              isManager && (
                <>
                  <Button
                    kind="text"
                    size="small"
                    aria-label={`Change ${member.name}`}
                    onClick={() => setChanged(member)}
                  >
                    Change
                  </Button>
                  {member._id !== userId && (
                    <Button
                      kind="text"
                      size="small"
                      aria-label={`Remove ${member.name}`}
                      onClick={() => setRemoved(member)}
                    >
                      Remove
                    </Button>
                  )}
                </>
              )
            }
          />
        ))}
      </CompanyRows>
      {changed && <MemberDialog member={changed} version={version} onClose={() => setChanged(undefined)} />}
      {removed && (
        <ConfirmDialog
          title={`Remove ${removed.name}?`}
          open
          yes="Remove"
          no="Cancel"
          danger
          busy={isBusy}
          onClose={() => setRemoved(undefined)}
          onYes={() => void remove(removed)}
        >
          <p>
            {removed.name} no longer sees the company’s orders, and gets a mail. Orders that are placed stay with the
            company.
          </p>
        </ConfirmDialog>
      )}
    </SheetPart>
  );
}

/** How one leaves the company. The last manager has to name another one first. */
export function LeavePart({ company, userId }: { company: Company; userId: string }) {
  const [isAsking, setAsking] = useState(false);
  const { isBusy, run } = useAction();
  const change = useCompanyChange();
  const navigate = useNavigate();
  const draft = useOrderDraft();
  const isLast = company.role === "manager" && company.members.filter(({ role }) => role === "manager").length === 1;
  const leave = () =>
    run(async () => {
      await change(() => callApi("DELETE /company/members/{id}", { params: { id: userId } }));
      await draft.reload();
      toast.success(`You have left ${company.name}.`);
      await navigate("/dashboard/company", { replace: true });
    });
  return (
    <SheetPart title="Leave" unprinted plain>
      <p className={textStyles.hint}>
        {isLast
          ? "You are the only manager. Make somebody else a manager first. Your orders stay with the company."
          : "Orders that you placed for the company stay with it."}
      </p>
      {!isLast && (
        <p>
          <Button kind="line" size="small" onClick={() => setAsking(true)}>
            Leave the company
          </Button>
        </p>
      )}
      {isAsking && (
        <ConfirmDialog
          title={`Leave ${company.name}?`}
          open
          yes="Leave"
          no="Stay"
          danger
          busy={isBusy}
          onClose={() => setAsking(false)}
          onYes={() => void leave()}
        >
          <p>You no longer see the company’s orders. To come back, a manager has to invite you again.</p>
        </ConfirmDialog>
      )}
    </SheetPart>
  );
}
