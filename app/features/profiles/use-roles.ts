import { useEffect, useRef, useState } from "react";
import { ApiProblem, describeError } from "#app/client/api.ts";
import { withProof } from "#app/client/proof.ts";
import { callApi } from "#app/client/session.ts";
import { toast } from "#app/ui/toast.ts";
import { watchFocus } from "#app/ui/watch-focus.ts";
import type { Profile } from "./contract.ts";

/** Makes admins, one at a time, and tracks who is one; `granting` is the id of the person being promoted. */
export function useRoles(onChanged: (profile: Profile) => void) {
  const [granting, setGranting] = useState<string>();
  const [changed, setChanged] = useState<{ profile: Profile; hasMovedOn: () => boolean }>();
  const button = useRef<HTMLButtonElement>(null);
  // The focused button was replaced by its opposite. Restore focus here, after the dialog has closed.
  useEffect(() => {
    if (changed?.hasMovedOn() === false) button.current?.focus();
  }, [changed]);

  function show(profile: Profile, hasMovedOn = watchFocus()) {
    setChanged({ profile, hasMovedOn });
    onChanged(profile);
  }

  async function grant(profile: Profile) {
    const hasMovedOn = watchFocus();
    setGranting(profile._id);
    try {
      const params = { email: profile.email };
      const { data } = await withProof(() => callApi("PUT /profiles/admin/{email}", { params }));
      if (!(data.modifiedCount > 0)) {
        toast.error(`${profile.email} is already an admin or no longer has an account.`);
        return;
      }
      toast.success("Admin Role Given Successfully !!!!");
      show({ ...profile, role: "admin" }, hasMovedOn);
    } catch (error) {
      const isForbidden = error instanceof ApiProblem && error.status === 403;
      toast.error(isForbidden ? "Failed to make an admin" : describeError(error));
    } finally {
      setGranting(undefined);
    }
  }

  /** `buttonRef` returns the ref for the button in the row that changed last. */
  const buttonRef = ({ _id }: Profile) => (changed?.profile._id === _id ? button : undefined);
  return { grant, granting, show, buttonRef };
}
