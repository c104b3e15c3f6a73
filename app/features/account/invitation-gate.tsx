import { type ReactNode, useEffect, useState } from "react";
import { useSearchParams } from "react-router";
import { describeError } from "#app/client/api.ts";
import { knownSession } from "#app/client/session.ts";
import { GateFrame } from "#app/features/identity/auth-layout.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { FormError } from "#app/ui/form-error.tsx";
import { Loading } from "#app/ui/states.tsx";

const CUT_OFF = "This link is not whole. Please open it from the mail again.";

type InvitationGateProps<Invitation> = {
  /** Asks what the link offers; the same function at each render. */
  load: (token: string) => Promise<{ data: Invitation }>;
  nameTitle: (invitation: Invitation) => string;
  children: (invitation: Invitation, token: string) => ReactNode;
};

/** The page behind the link of an invitation, for whoever opens it: signed in or not, as the invited or as another. */
export function InvitationGate<Invitation>({ load, nameTitle, children }: InvitationGateProps<Invitation>) {
  const [query] = useSearchParams();
  const token = query.get("token");
  const { invitation, reason } = useInvitation(token, load);
  return (
    <GateFrame
      title={invitation ? nameTitle(invitation) : "Invitation"}
      picture="/images/products/denim-hangtag-55x85-copper-960.webp"
    >
      <FormError>{reason}</FormError>
      {reason && <ButtonLink to="/home">Go to the shop</ButtonLink>}
      {!invitation && !reason && <Loading />}
      {invitation && token && children(invitation, token)}
    </GateFrame>
  );
}

function useInvitation<Invitation>(
  token: string | null,
  load: InvitationGateProps<Invitation>["load"],
): { invitation?: Invitation; reason?: string } {
  const [found, setFound] = useState<{ invitation?: Invitation; reason?: string }>({});
  useEffect(() => {
    if (!token) return;
    let isShown = true;
    // Who is signed in is asked at the same time.
    void knownSession().catch(() => {});
    load(token).then(
      ({ data }) => isShown && setFound({ invitation: data }),
      (error: unknown) => isShown && setFound({ reason: describeError(error) }),
    );
    return () => {
      isShown = false;
    };
  }, [token, load]);
  return token ? found : { reason: CUT_OFF };
}
