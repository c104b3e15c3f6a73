import { saveFile } from "#app/client/save-file.ts";
import { callApi } from "#app/client/session.ts";
import { useAction } from "#app/client/use-action.ts";
import { Button } from "#app/ui/button.tsx";
import { IconDownload } from "#app/ui/icons.tsx";
import { SheetPart } from "#app/ui/sheet-part.tsx";
import textStyles from "#app/ui/text.module.css";

/** All that the shop keeps about a person, as a file. */
export function OwnData() {
  const { isBusy, run } = useAction();

  const download = () =>
    run(async () => saveFile((await callApi("GET /account/data", {})).data, "rivet-and-reed-my-data.json"));

  return (
    <SheetPart title="Your data">
      <p className={textStyles.small}>Profile, orders, order sheets, reviews and sign-ins in one JSON file.</p>
      <p>
        <Button kind="line" busy={isBusy} onClick={() => void download()}>
          <IconDownload />
          Download my data
        </Button>
      </p>
    </SheetPart>
  );
}
