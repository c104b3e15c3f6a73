import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from "@simplewebauthn/browser";
import { ApiProblem } from "./api.ts";
import { loadPart } from "./load-part.ts";

// The library is loaded with the first use: no page asks for a passkey by itself.

/** Whether this browser knows passkeys, and lets this page ask for one. */
export function knowsPasskeys(): boolean {
  return typeof globalThis.PublicKeyCredential === "function";
}

/** Has the device sign the shop's challenge. @throws ApiProblem in words for the form */
export async function signByPasskey(options: object) {
  const { startAuthentication } = await loadPart(import("@simplewebauthn/browser"));
  const optionsJSON = options as PublicKeyCredentialRequestOptionsJSON;
  const answer = await startAuthentication({ optionsJSON }).catch((error) =>
    refuse(error, "No passkey was used. Please try again, or choose another way."),
  );
  return { ...answer, clientExtensionResults: { ...answer.clientExtensionResults } };
}

/** Has the device make a passkey. @throws ApiProblem in words for the form */
export async function makePasskey(options: object) {
  const { startRegistration } = await loadPart(import("@simplewebauthn/browser"));
  const optionsJSON = options as PublicKeyCredentialCreationOptionsJSON;
  const answer = await startRegistration({ optionsJSON }).catch((error) =>
    refuse(error, "No passkey was made. Nothing has changed."),
  );
  return { ...answer, clientExtensionResults: { ...answer.clientExtensionResults } };
}

function refuse(error: unknown, otherwise: string): never {
  const isKnown = error instanceof Error && error.name === "InvalidStateError";
  const detail = isKnown ? "This device already has a passkey for your account." : otherwise;
  throw new ApiProblem({ status: 0, code: isKnown ? "passkey-known" : "no-passkey", detail });
}
