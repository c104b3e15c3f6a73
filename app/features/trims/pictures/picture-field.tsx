import { type ComponentProps, useEffect, useRef, useState } from "react";
import { describeError } from "#app/client/api.ts";
import { callApi } from "#app/client/session.ts";
import { IMAGE_TYPES } from "#app/features/trims/changes.contract.ts";
import { Field } from "#app/ui/field.tsx";
import { FileButton } from "#app/ui/file-button.tsx";
import { FileDrop } from "#app/ui/file-drop.tsx";
import { toast } from "#app/ui/toast.ts";
import styles from "./picture-field.module.css";
import { faultOfPicture } from "./picture-upload.rules.ts";

const PICTURE_FILE = { label: "Picture file", accept: IMAGE_TYPES.join(",") };

type PictureFieldProps = Omit<ComponentProps<typeof Field>, "label"> & {
  /** What the field holds now. */
  img: string;
  onPicture: (img: string) => void;
};

/** The URL of a picture: typed, or set by the shop after a file is chosen, dropped or pasted. */
export function PictureField({ img, onPicture, error, ...input }: PictureFieldProps) {
  const { upload, fault, uploading } = useUpload(img, onPicture);
  usePastedFile(upload);

  return (
    <FileDrop className={styles.field} onFile={upload}>
      <Field
        label="Item image URL"
        inputMode="url"
        required
        autoComplete="off"
        placeholder="https://"
        error={fault ?? error}
        {...input}
      />
      <div className={styles.drop}>
        <FileButton
          file={PICTURE_FILE}
          kind="line"
          size="small"
          className={styles.upload}
          busy={uploading !== undefined}
          onFile={upload}
        >
          Upload a picture
        </FileButton>
        <p className={styles.hint} role="status">
          {uploading ? `Uploading ${uploading}` : "Or drop or paste one here: PNG, JPEG, WebP or AVIF, up to 8 MB."}
        </p>
      </div>
    </FileDrop>
  );
}

function useUpload(img: string, onPicture: (img: string) => void) {
  const [uploading, setUploading] = useState<string>();
  const [fault, setFault] = useState<{ at: string; words: string }>();
  // Another address needs no upload.
  if (fault && fault.at !== img) setFault(undefined);

  function say(words: string) {
    setFault({ at: img, words });
    toast.error(words);
  }

  async function upload(file: File) {
    if (uploading !== undefined) return;
    const refused = faultOfPicture(file);
    if (refused) return say(refused);
    setFault(undefined);
    setUploading(file.name);
    try {
      const { data } = await callApi("POST /images", { file });
      onPicture(data.img);
    } catch (error) {
      say(describeError(error));
    } finally {
      setUploading(undefined);
    }
  }

  return { upload, uploading, fault: fault?.words };
}

/** Handles files pasted anywhere on the page; pasted text is left alone. */
function usePastedFile(upload: (file: File) => Promise<void>) {
  const take = useRef(upload);
  useEffect(() => {
    take.current = upload;
  });
  useEffect(() => {
    const listen = ({ clipboardData }: ClipboardEvent) => {
      const [pasted] = clipboardData?.files ?? [];
      if (pasted) void take.current(pasted);
    };
    document.addEventListener("paste", listen);
    return () => document.removeEventListener("paste", listen);
  }, []);
}
