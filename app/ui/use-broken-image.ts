import { useCallback, useState } from "react";

/** Whether this picture failed, even before hydration; spread `watch` on its img. */
export function useBrokenImage(src: string | undefined) {
  const [brokenSrc, setBrokenSrc] = useState<string>();
  const onError = useCallback(() => setBrokenSrc(src), [src]);
  const ref = useCallback(
    (image: HTMLImageElement | null) => {
      // An SVG without a size is zero wide yet valid, so the decoder decides.
      if (image?.complete && image.naturalWidth === 0) image.decode().catch(onError);
    },
    [onError],
  );
  return { isBroken: src !== undefined && brokenSrc === src, watch: { ref, onError } };
}
