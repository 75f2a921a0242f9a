// Written by `make docs` from the types of credentials. Change it there.

/** What a credential may be, and what it asks for. */
export const CREDENTIAL_TYPES = {"username_password":{"title":"Username and password","required":["username","password"],"optional":[],"plain":["username"],"open":false},"authenticator":{"title":"One-time codes","required":["secret"],"optional":["digits","period","algorithm","counter"],"plain":["digits","period","algorithm","counter"],"open":false},"custom":{"title":"Other fields","required":[],"optional":[],"plain":[],"open":true}} as const;
