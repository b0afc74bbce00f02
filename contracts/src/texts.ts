/**
 * The texts of the error catalogue (specification, section 8), once. The server sends the ones it decides as `detail`;
 * the page shows these and the ones that belong to the page alone.
 */
export const texts = {
  unexpected: "An unexpected error occurred. Please try again.",
  unexpectedResponse: "Unexpected response from server",
  verification: {
    invalid: "Invalid or expired verification code. Please try again.",
    failed: "Verification failed. Please try again.",
    resendFailed: "Failed to resend code. Please try again.",
    required: "Email verification required",
  },
  login: {
    invalid: "Invalid email or password",
    failed: "Login failed. Please try again.",
    passwordRequired: "Password required",
  },
  registration: { failed: "Failed to process request. Please try again." },
  session: {
    missing: "Not authenticated",
    expired: "Session expired. Please refresh the page.",
    forged: "The request did not come from this site",
  },
  links: {
    loadFailed: "Failed to load data. Please try again.",
    listFailed: "Failed to load links. Please try again.",
    notFound: "Link not found",
    badUrl: "Please enter a valid web address.",
    cursor: "Invalid cursor",
    tooDeep: "This page is too far away; use the cursor",
  },
  folders: {
    exists: "A folder with this name already exists.",
    existsHere: "A folder with this name already exists in this location.",
    depth: "Maximum folder depth is 2 levels.",
    notFound: "Folder not found. It may have already been deleted.",
    parentNotFound: "Parent folder not found",
    name: "Folder name must not be empty",
    nameTooLong: "Folder name must be at most 100 characters long",
    tooMany: "You have reached the maximum number of folders.",
    createFailed: "Failed to create folder. Please try again.",
    createSubfolderFailed: "Failed to create subfolder. Please try again.",
  },
  server: {
    conflict: "Someone changed this at the same moment. Please try again.",
    unavailable: "Satchel is not ready for this right now. Please try again in a moment.",
    tooMany: "Too many requests. Please try again later.",
    notFound: "Not found",
    invalid: "The request is not valid",
    tooLarge: "The request is too large",
    mediaType: "Unsupported content type",
    method: "Method not allowed",
  },
} as const;
