// The package has no types. These cover what the stand-in uses.
declare module "oidc-provider" {
  import type { IncomingMessage, ServerResponse } from "node:http";

  type Stored = { save(): Promise<string> };
  type GrantOf = Stored & { addOIDCScope(scope: string): void };
  type AccessToken = { accountId: string; isValid: boolean };
  export type InteractionResult =
    | { login: { accountId: string; remember: boolean }; select_account: Record<never, never> }
    | { consent: { grantId: string } }
    | { error: string; error_description: string };
  export type Interaction = {
    uid: string;
    grantId?: string;
    prompt: { name: string };
    params: { client_id: string; scope?: string };
    session?: { accountId: string };
  };

  export class Provider {
    constructor(issuer: string, configuration: Record<string, unknown>);
    Grant: new (of: {
      accountId: string | undefined;
      clientId: string;
    }) => GrantOf;
    AccessToken: { find(token: string): Promise<AccessToken | undefined> };
    callback(): (request: IncomingMessage, response: ServerResponse) => Promise<void>;
    interactionDetails(request: IncomingMessage, response: ServerResponse): Promise<Interaction>;
    interactionFinished(request: IncomingMessage, response: ServerResponse, result: InteractionResult): Promise<void>;
  }

  class Prompt {
    constructor(about: { name: string; requestable: boolean });
  }
  export const interactionPolicy: { Prompt: typeof Prompt; base(): { add(prompt: Prompt, at: number): void } };
}
