import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";
import { isoCBOR } from "@simplewebauthn/server/helpers";

/** What the shop asks a browser for, as far as an authenticator reads it. */
type Asked = { challenge: string; rp?: { id?: string }; rpId?: string; user?: { id: string } };
/** `algorithm` is what a new passkey says that it signs with: a COSE number, whatever its key is. */
type About = { origin: string; isUserVerified?: boolean; challenge?: string; algorithm?: number };

const ES256 = -7;

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const HAS_CREDENTIAL = 0x40;

/** A passkey in software (WebAuthn level 3, section 6): signs for whatever page it is told, as a browser would not. */
export class Authenticator {
  readonly id = randomBytes(16);
  readonly #keys = generateKeyPairSync("ec", { namedCurve: "P-256" });
  #userHandle = "";

  /** Answers `navigator.credentials.create`. */
  create(asked: Asked, about: About) {
    this.#userHandle = asked.user?.id ?? "";
    const { x = "", y = "" } = this.#keys.publicKey.export({ format: "jwk" });
    const cose = new Map<number, number | Uint8Array>([
      ...([
        [1, 2],
        [3, about.algorithm ?? ES256],
        [-1, 1],
      ] as const),
      ...([
        [-2, bytes(x)],
        [-3, bytes(y)],
      ] as const),
    ]);
    const credential = Buffer.concat([
      Buffer.alloc(16),
      Buffer.from([0, this.id.length]),
      this.id,
      isoCBOR.encode(cose),
    ]);
    const authData = Buffer.concat([this.#data(asked.rp?.id ?? "", HAS_CREDENTIAL, about), credential]);
    const attestationObject = isoCBOR.encode(
      new Map<string, string | Uint8Array | Map<never, never>>([
        ["fmt", "none"],
        ["attStmt", new Map<never, never>()],
        ["authData", new Uint8Array(authData)],
      ]),
    );
    return this.#answer({
      clientDataJSON: text(readClientData("webauthn.create", asked, about)),
      attestationObject: text(attestationObject),
      transports: ["internal"],
    });
  }

  /** Answers `navigator.credentials.get`. */
  get(asked: Asked, about: About) {
    const authData = this.#data(asked.rpId ?? "", 0, about);
    const clientData = readClientData("webauthn.get", asked, about);
    const signed = Buffer.concat([authData, createHash("sha256").update(clientData).digest()]);
    return this.#answer({
      clientDataJSON: text(clientData),
      authenticatorData: text(authData),
      signature: text(sign("sha256", signed, this.#keys.privateKey)),
      userHandle: this.#userHandle,
    });
  }

  #data(rpId: string, flags: number, { isUserVerified = true }: About): Buffer {
    const all = flags | USER_PRESENT | (isUserVerified ? USER_VERIFIED : 0);
    return Buffer.concat([createHash("sha256").update(rpId).digest(), Buffer.from([all, 0, 0, 0, 0])]);
  }

  #answer<Response>(response: Response) {
    const id = text(this.id);
    return { id, rawId: id, type: "public-key" as const, clientExtensionResults: {}, response };
  }
}

function readClientData(type: string, asked: Asked, { origin, challenge = asked.challenge }: About): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
}

const text = (data: Uint8Array) => Buffer.from(data).toString("base64url");
const bytes = (data: string) => new Uint8Array(Buffer.from(data, "base64url"));
