import { useEffect, useState } from "react";
import { callApi } from "#app/client/session.ts";
import type { Claim } from "#app/features/orders/claims.contract.ts";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import styles from "./claims-part.module.css";

/** The pictures of a claim, small; one press shows one large. */
export function ClaimPictures({ claim: { _id, pictures } }: { claim: Claim }) {
  if (pictures.length === 0) return null;
  return (
    <div className={styles.pictures}>
      {pictures.map((picture, at) => (
        <Picture key={picture} claim={_id} picture={picture} name={`Picture ${at + 1}`} />
      ))}
    </div>
  );
}

function Picture({ claim, picture, name }: { claim: string; picture: string; name: string }) {
  const [src, setSrc] = useState<string>();
  const [isLarge, setLarge] = useState(false);
  useEffect(() => {
    let isShown = true;
    void readPicture(claim, picture).then((read) => isShown && setSrc(read));
    return () => {
      isShown = false;
    };
  }, [claim, picture]);
  if (src === undefined) return <span className={styles.empty} />;
  return (
    <>
      <button type="button" aria-label={`${name}, show large`} onClick={() => setLarge(true)}>
        <img src={src} alt="" />
      </button>
      <Dialog
        title={name}
        open={isLarge}
        onClose={() => setLarge(false)}
        actions={
          <Button kind="line" onClick={() => setLarge(false)}>
            Close
          </Button>
        }
      >
        <img className={styles.large} src={src} alt={name} />
      </Dialog>
    </>
  );
}

/** As a `data:` address: pages show no others of their own making. Undefined if it does not come. */
async function readPicture(id: string, picture: string): Promise<string | undefined> {
  const answer = await callApi("GET /claims/{id}/pictures/{picture}", { params: { id, picture } }).catch(
    () => undefined,
  );
  if (!answer) return undefined;
  return new Promise((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(typeof reader.result === "string" ? reader.result : undefined);
    reader.onerror = () => resolve(undefined);
    reader.readAsDataURL(answer.data);
  });
}
