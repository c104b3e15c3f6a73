import { useState } from "react";
import { ApiProblem, reasonOf } from "#app/shell/api.ts";
import { callApi } from "#app/shell/session.ts";
import { toast } from "#app/ui/toast.ts";
import type { Profile } from "./contract.ts";

/** Makes admins, one at a time; `granting` and `granted` are the ids of the one under way and of the last one. */
export function useGrant(onGranted: (profile: Profile) => void) {
  const [granting, setGranting] = useState<string>();
  const [granted, setGranted] = useState<string>();

  async function grant(profile: Profile) {
    setGranting(profile._id);
    try {
      const { data } = await callApi("PUT /profiles/admin/{email}", { params: { email: profile.email } });
      if (!(data.modifiedCount > 0)) {
        toast.error(`${profile.email} was not made an admin: already one, or not here any more.`);
        return;
      }
      toast.success("Admin Role Given Successfully !!!!");
      setGranted(profile._id);
      onGranted({ ...profile, role: "admin" });
    } catch (error) {
      const isForbidden = error instanceof ApiProblem && error.status === 403;
      toast.error(isForbidden ? "Failed to make an admin" : reasonOf(error));
    } finally {
      setGranting(undefined);
    }
  }

  return { grant, granting, granted };
}
