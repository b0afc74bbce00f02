/** Texts of the page that gives an account a new password. */
const texts = {
  tab: "Reset your password · Satchel",
  title: "Reset your password",
  text: "Enter the {{digits}}-digit code from the mail, and a new password.",
  email: "E-mail",
  code: "{{digits}}-digit code",
  password: "New password",
  atLeast: "At least {{count}} characters",
  confirmation: "Confirm password",
  submit: "Reset password",
  back: "Back to Login",
  done: "Password Reset Successful",
  next: "You will be taken to the sign-in page.",
} as const;

export default texts;
