import { type ComponentProps, type DragEvent, useEffect, useRef, useState } from "react";
import { describeError } from "#app/client/api.ts";
import { callApi } from "#app/client/session.ts";
import { IMAGE_TYPES } from "#app/features/trims/changes.contract.ts";
import { Button } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { IconUpload } from "#app/ui/icons.tsx";
import { toast } from "#app/ui/toast.ts";
import styles from "./picture-field.module.css";
import { faultOfPicture } from "./picture-upload.rules.ts";

type PictureFieldProps = Omit<ComponentProps<typeof Field>, "label"> & { onPicture: (img: string) => void };

/** The URL of a picture: typed, or set by the shop after a file is chosen, dropped or pasted. */
export function PictureField({ onPicture, error, ...input }: PictureFieldProps) {
  const { upload, fault, uploading } = useUpload(onPicture);
  const [isOver, setOver] = useState(false);
  const file = useRef<HTMLInputElement>(null);
  usePastedFile(upload);

  function drop(event: DragEvent) {
    event.preventDefault();
    setOver(false);
    const [dropped] = event.dataTransfer.files;
    if (dropped) void upload(dropped);
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is one more way; the button does the same
    <div
      className={styles.field}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
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
        <Button
          kind="line"
          size="small"
          className={styles.upload}
          busy={uploading !== undefined}
          onClick={() => file.current?.click()}
        >
          {uploading === undefined && <IconUpload />}
          Upload a picture
        </Button>
        <p className={styles.hint} role="status">
          {uploading ? `Uploading ${uploading}` : "Or drop or paste one here: PNG, JPEG, WebP or AVIF, up to 8 MB."}
        </p>
      </div>
      <input
        ref={file}
        hidden
        type="file"
        aria-label="Picture file"
        accept={IMAGE_TYPES.join(",")}
        onChange={({ target }) => {
          const [chosen] = target.files ?? [];
          // Allow choosing the same file again after a failure.
          target.value = "";
          if (chosen) void upload(chosen);
        }}
      />
    </div>
  );
}

function useUpload(onPicture: (img: string) => void) {
  const [uploading, setUploading] = useState<string>();
  const [fault, setFault] = useState<string>();

  async function upload(file: File) {
    if (uploading !== undefined) return;
    const refused = faultOfPicture(file);
    setFault(refused);
    if (refused) return void toast.error(refused);
    setUploading(file.name);
    try {
      const { data } = await callApi("POST /images", { file });
      onPicture(data.img);
    } catch (error) {
      setFault(describeError(error));
      toast.error(describeError(error));
    } finally {
      setUploading(undefined);
    }
  }

  return { upload, uploading, fault };
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
