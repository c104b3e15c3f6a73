import { useState } from "react";
import { describeError } from "#app/client/api.ts";
import { saveFile } from "#app/client/save-file.ts";
import { callApi } from "#app/client/session.ts";
import { Button } from "#app/ui/button.tsx";
import { IconDownload } from "#app/ui/icons.tsx";
import textStyles from "#app/ui/text.module.css";
import { toast } from "#app/ui/toast.ts";
import { AccountPart } from "./account-part.tsx";

/** All that the shop keeps about a person, as a file. */
export function OwnData() {
  const [isBusy, setBusy] = useState(false);

  async function download() {
    setBusy(true);
    try {
      saveFile((await callApi("GET /account/data", {})).data, "rivet-and-reed-my-data.json");
    } catch (error) {
      toast.error(describeError(error));
    } finally {
      setBusy(false);
    }
  }

  return (
    <AccountPart title="Your data">
      <p className={textStyles.small}>Profile, orders, order sheets, reviews and sign-ins in one JSON file.</p>
      <p>
        <Button kind="line" busy={isBusy} onClick={() => void download()}>
          <IconDownload />
          Download my data
        </Button>
      </p>
    </AccountPart>
  );
}
