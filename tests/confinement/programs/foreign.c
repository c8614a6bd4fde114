/* System calls by other conventions than the machine's own: `foreign int80|x32 FILE` creates FILE. */
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

int main(int count, char **words)
{
    if (count != 3)
        return 2;
#if defined(__x86_64__)
    if (strcmp(words[1], "x32") == 0)
        return syscall(0x40000000 + 2, words[2], O_CREAT | O_WRONLY, 04755) < 0;
    /* A path that 32 bits can name */
    char *low = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_32BIT, -1, 0);
    if (low == MAP_FAILED)
        return 3;
    strncpy(low, words[2], 4095);
    long result;
    __asm__ volatile("int $0x80" : "=a"(result) : "a"(5L), "b"(low), "c"((long)(O_CREAT | O_WRONLY)), "d"(04755L) : "memory");
    return result < 0;
#else
    return 4;
#endif
}
