import { useId } from "react";
import { Button } from "#app/ui/button.tsx";
import { IconGitHub, IconGoogle } from "#app/ui/icons.tsx";
import { Stitch } from "#app/ui/seams.tsx";

export function SocialButtons() {
  const reasonId = useId();
  return (
    <div className="social">
      <Button kind="line" wide disabled aria-describedby={reasonId}>
        <IconGoogle />
        Google signup
      </Button>
      <div className="or">
        <Stitch single />
        OR
        <Stitch single />
      </div>
      <Button kind="line" wide disabled aria-describedby={reasonId}>
        <IconGitHub />
        GitHub signup
      </Button>
      <p className="hint" id={reasonId}>
        Google and GitHub are not set up in this shop.
      </p>
    </div>
  );
}
