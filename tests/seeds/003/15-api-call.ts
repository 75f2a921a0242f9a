{ method?, url, headers?, body?, idempotencyKey? }
