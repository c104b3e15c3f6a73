// What the specification says of Login and Register; see public.ts.

export const login = {
  fields: [
    { line: "R-179", label: "E-mail", type: "email" },
    { line: "R-180", label: "Password", type: "password" },
  ],
  reset: {
    line: "R-182",
    label: "Reset password.",
    question: "To reset your password you must input your email address correctly. The email is correct?",
    empty: "Please input your email",
    sent: "Sent email for password reset",
  },
  button: { line: "R-183", label: "Login" },
  demo: { line: "R-184", label: "Login as Admin ?" },
  register: { line: "R-186", label: "Register", path: "/register" },
  social: [
    { line: "R-187", label: "Google signup" },
    { line: "R-188", label: "GitHub signup" },
  ],
  between: { line: "R-189", words: "OR" },
  success: { line: "R-190", words: "login success. You can now see the private/protected routes." },
  socialSuccess: { line: "R-191", words: "Account access given" },
} as const;

export const register = {
  fields: [
    { line: "R-199", label: "Name", type: "text" },
    { line: "R-200", label: "E-mail", type: "email" },
    { line: "R-201", label: "Password", type: "password" },
  ],
  terms: { line: "R-202", label: /I agree with the terms/ },
  submit: { line: "R-203", label: "Submit" },
  login: { line: "R-204", label: "Login", path: "/login" },
  success: { line: "R-206", words: "Account creation done !!!!" },
} as const;
