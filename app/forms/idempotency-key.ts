import { useState } from "react";
import { v7 } from "uuid";

type FormKey = { of: (content: object) => string; forget: () => void };

/** The `Idempotency-Key` of a form: the same for a retry, new once the content has changed or been accepted. */
export function useFormKey(): FormKey {
  const [formKey] = useState(createFormKey);
  return formKey;
}

/** Keys for a form that is sent for one thing at a time: different content gets a different key. */
export function createFormKey(): FormKey {
  let known: { content: string; key: string } | undefined;
  return {
    of(sent) {
      const content = JSON.stringify(sent);
      if (known?.content !== content) known = { content, key: v7() };
      return known.key;
    },
    forget() {
      known = undefined;
    },
  };
}

/** Like `useFormKey`, for a form that makes several calls: each keeps its key until `forget`. */
export function useFormKeys(): FormKey {
  const [formKeys] = useState(createFormKeys);
  return formKeys;
}

/** Keys for a form that may be sent for several things at once: each content keeps its own. */
export function createFormKeys(): FormKey {
  const known = new Map<string, string>();
  return {
    of(sent) {
      const content = JSON.stringify(sent);
      const key = known.get(content) ?? v7();
      known.set(content, key);
      return key;
    },
    forget: () => known.clear(),
  };
}
