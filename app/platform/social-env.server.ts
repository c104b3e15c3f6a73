import { z } from "zod";

/** Where a provider answers, and who we are to it. */
export type ProviderSettings = {
  clientId: string;
  clientSecret: string;
  authorizationUrl: string;
  tokenUrl: string;
  userInfoUrl: string;
};

/** The providers that are set up. The others have no entry. */
export type SocialSettings = {
  google?: ProviderSettings;
  /** GitHub lists addresses, and which are verified, at a separate endpoint. */
  github?: ProviderSettings & { emailsUrl: string };
};

const text = z.string().min(1).optional();
const url = (standard: string) =>
  z.url({ protocol: /^https?$/, error: "write an http or https address" }).default(standard);

export const socialVariables = {
  GOOGLE_CLIENT_ID: text,
  GOOGLE_CLIENT_SECRET: text,
  GOOGLE_AUTHORIZE_URL: url("https://accounts.google.com/o/oauth2/v2/auth"),
  GOOGLE_TOKEN_URL: url("https://oauth2.googleapis.com/token"),
  GOOGLE_USERINFO_URL: url("https://openidconnect.googleapis.com/v1/userinfo"),
  GITHUB_CLIENT_ID: text,
  GITHUB_CLIENT_SECRET: text,
  GITHUB_AUTHORIZE_URL: url("https://github.com/login/oauth/authorize"),
  GITHUB_TOKEN_URL: url("https://github.com/login/oauth/access_token"),
  GITHUB_USERINFO_URL: url("https://api.github.com/user"),
  GITHUB_EMAILS_URL: url("https://api.github.com/user/emails"),
};

const variables = z.object(socialVariables);

/** The providers in these settings, and what is wrong with them: an id needs its secret, and a secret its id. */
export function readSocial(set: z.output<typeof variables>): { social: SocialSettings; faults: string[] } {
  const google = set.GOOGLE_CLIENT_ID && set.GOOGLE_CLIENT_SECRET;
  const github = set.GITHUB_CLIENT_ID && set.GITHUB_CLIENT_SECRET;
  const faults = (["GOOGLE", "GITHUB"] as const)
    .filter((name) => Boolean(set[`${name}_CLIENT_ID`]) !== Boolean(set[`${name}_CLIENT_SECRET`]))
    .map((name) => `${name}_CLIENT_ID and ${name}_CLIENT_SECRET belong together: write both or none`);
  return {
    faults,
    social: {
      ...(google && {
        google: {
          clientId: set.GOOGLE_CLIENT_ID ?? "",
          clientSecret: google,
          authorizationUrl: set.GOOGLE_AUTHORIZE_URL,
          tokenUrl: set.GOOGLE_TOKEN_URL,
          userInfoUrl: set.GOOGLE_USERINFO_URL,
        },
      }),
      ...(github && {
        github: {
          clientId: set.GITHUB_CLIENT_ID ?? "",
          clientSecret: github,
          authorizationUrl: set.GITHUB_AUTHORIZE_URL,
          tokenUrl: set.GITHUB_TOKEN_URL,
          userInfoUrl: set.GITHUB_USERINFO_URL,
          emailsUrl: set.GITHUB_EMAILS_URL,
        },
      }),
    },
  };
}
